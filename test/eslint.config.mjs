// What the tests may not use; n8n asks for its own rules, and no other, in the one at the root.
import parser from '@typescript-eslint/parser';

const FORGIVING =
	/^(?:toEqual|toContainEqual|toHaveBeenCalledWith|toHaveBeenLastCalledWith|toHaveBeenNthCalledWith|toHaveReturnedWith)$/;

export default [
	{
		files: ['**/*.ts'],
		languageOptions: { parser },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: `MemberExpression[property.name=${FORGIVING}]`,
					message: 'It overlooks undefined. Use toStrictEqual.',
				},
			],
		},
	},
];
