/**
 * Every attribute that a span may have, by the semantic conventions of OpenTelemetry. A value is a constant of the code, a number,
 * or the host of a setting: none may be an address, a name, an id, a token, a path or a text of an error.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** The pattern of the route. */
  readonly 'http.route'?: string | undefined;
  readonly 'http.response.status_code'?: number;
  readonly 'db.system.name'?: 'postgresql';
  /** The first word of the statement. Its text is left out. */
  readonly 'db.operation.name'?: string;
  readonly 'server.address'?: string;
  /** The class or code of an error. */
  readonly 'error.type'?: string;
}

export interface SpanOptions {
  readonly name: string;
  readonly kind: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'CONSUMER';
  readonly attributes?: SpanAttributes;
}
