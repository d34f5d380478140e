import { type SecuritySchemeObject, type TagObject } from '@nestjs/swagger';

/** How users sign in with OpenID Connect, to call the surface from its documentation page. */
export interface DocsSignIn {
  /** The issuer of the access tokens. */
  readonly issuer: string;
  /** The public client of the page; without one, users enter an id. */
  readonly clientId: string | undefined;
  /** The scopes that the page requests by default. */
  readonly scopes: readonly string[];
}

/** The general part of a surface's document. */
export abstract class OpenApiDescription {
  abstract readonly title: string;
  /** Markdown. */
  abstract readonly description: string;
  /** The version of the description, not of the program. */
  abstract readonly version: string;
  /** The public URL of the surface, without a trailing slash; `/` means the origin of the document. */
  abstract readonly server: string;
  abstract readonly tags: readonly TagObject[];
  /** Absent if users do not sign in to the surface. */
  abstract readonly signIn?: DocsSignIn;
  abstract readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject>>;
}
