// n8n's scanner is ESM only, which jest's CommonJS tests cannot import; they run this file instead.
import {
	SOURCE_FILE_PATTERNS,
	analyzePackage,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [, , kind, folder] = process.argv;
const patterns = kind === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
const { details, message, passed } = await analyzePackage(folder, patterns);
console.log(JSON.stringify({ passed, message, details }));
