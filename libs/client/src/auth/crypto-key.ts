/** A key of Web Crypto, on platforms whose types call it differently. */
export type WebCryptoKey = Extract<Awaited<ReturnType<typeof crypto.subtle.generateKey>>, { type: string }>;
