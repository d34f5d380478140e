/** The claims of a token, as parsed. */
export type Claims = Readonly<Record<string, unknown>>;
