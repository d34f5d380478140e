/** The surface as OAuth clients know it. From settings alone: a request's `Host` is the client's claim. */
export abstract class ProtectedResource {
  /** The public URL of the surface, without a trailing slash. */
  abstract readonly identifier: string;
  /** The issuer whose access tokens are accepted. */
  abstract readonly authorizationServer: string;
}

/** RFC 9728, 3.1: the well-known part stands between the host and the path of the identifier. */
export function resourceMetadataUrl({ identifier }: Pick<ProtectedResource, 'identifier'>): string {
  const { origin } = new URL(identifier);
  return `${origin}/.well-known/oauth-protected-resource${identifier.slice(origin.length)}`;
}
