/** What the page says where the workflow has no words of its own. */
export type PageWords = Readonly<{
	approve: string;
	decline: string;
	/** Above the field for a free text, and on the button below it. */
	label: string;
	submit: string;
	/** Above the field, where what was sent is empty or too long. */
	noAnswer: string;
	/** Above the recorded answer. */
	confirmation: string;
	/** Instead of the question, once the time is over. */
	expired: string;
}>;

export const ENGLISH: PageWords = {
	approve: 'Approve',
	decline: 'Decline',
	label: 'Your answer',
	submit: 'Submit',
	noAnswer: 'Please write an answer.',
	confirmation: 'Thank you. This answer was recorded:',
	expired: 'This question has expired. It can no longer be answered.',
};

/** By language, ISO 639-1. */
const WORDS_BY_LANGUAGE: Readonly<Record<string, PageWords>> = {
	ar: {
		approve: 'موافقة',
		decline: 'رفض',
		label: 'إجابتك',
		submit: 'إرسال',
		noAnswer: 'يُرجى كتابة إجابة.',
		confirmation: 'شكرًا لك. تم تسجيل هذه الإجابة:',
		expired: 'انتهت مهلة هذا السؤال، ولم تعد الإجابة عنه ممكنة.',
	},
	de: {
		approve: 'Zustimmen',
		decline: 'Ablehnen',
		label: 'Ihre Antwort',
		submit: 'Absenden',
		noAnswer: 'Bitte schreiben Sie eine Antwort.',
		confirmation: 'Danke. Diese Antwort wurde gespeichert:',
		expired: 'Die Frist ist abgelaufen. Diese Frage kann nicht mehr beantwortet werden.',
	},
	es: {
		approve: 'Aprobar',
		decline: 'Rechazar',
		label: 'Su respuesta',
		submit: 'Enviar',
		noAnswer: 'Escriba una respuesta.',
		confirmation: 'Gracias. Se ha registrado esta respuesta:',
		expired: 'El plazo ha vencido. Ya no se puede responder a esta pregunta.',
	},
	fr: {
		approve: 'Approuver',
		decline: 'Refuser',
		label: 'Votre réponse',
		submit: 'Envoyer',
		noAnswer: 'Veuillez écrire une réponse.',
		confirmation: 'Merci. Cette réponse a été enregistrée :',
		expired: 'Le délai est dépassé. Il n’est plus possible de répondre à cette question.',
	},
	it: {
		approve: 'Approva',
		decline: 'Rifiuta',
		label: 'La sua risposta',
		submit: 'Invia',
		noAnswer: 'Scriva una risposta.',
		confirmation: 'Grazie. Questa risposta è stata registrata:',
		expired: 'Il tempo è scaduto. Non è più possibile rispondere a questa domanda.',
	},
	nl: {
		approve: 'Goedkeuren',
		decline: 'Afwijzen',
		label: 'Uw antwoord',
		submit: 'Verzenden',
		noAnswer: 'Schrijf een antwoord.',
		confirmation: 'Bedankt. Dit antwoord is opgeslagen:',
		expired: 'De termijn is verstreken. Deze vraag kan niet meer worden beantwoord.',
	},
	pt: {
		approve: 'Aprovar',
		decline: 'Recusar',
		label: 'A sua resposta',
		submit: 'Enviar',
		noAnswer: 'Escreva uma resposta.',
		confirmation: 'Obrigado. Esta resposta foi registada:',
		expired: 'O prazo terminou. Já não é possível responder a esta pergunta.',
	},
	ru: {
		approve: 'Подтвердить',
		decline: 'Отклонить',
		label: 'Ваш ответ',
		submit: 'Отправить',
		noAnswer: 'Напишите ответ.',
		confirmation: 'Спасибо. Этот ответ сохранён:',
		expired: 'Срок истёк. На этот вопрос больше нельзя ответить.',
	},
	tr: {
		approve: 'Onayla',
		decline: 'Reddet',
		label: 'Yanıtınız',
		submit: 'Gönder',
		noAnswer: 'Lütfen bir yanıt yazın.',
		confirmation: 'Teşekkürler. Bu yanıt kaydedildi:',
		expired: 'Süre doldu. Bu soru artık yanıtlanamaz.',
	},
};

/** Those that have words of their own beside English. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS_BY_LANGUAGE);

/** @param language BCP 47, such as fr or pt-BR; English where it has no words of its own */
export const wordsIn = (language: string): PageWords =>
	WORDS_BY_LANGUAGE[new Intl.Locale(language).language] ?? ENGLISH;
