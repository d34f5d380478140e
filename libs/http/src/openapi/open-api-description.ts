import { type SecuritySchemeObject, type TagObject } from '@nestjs/swagger';

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
  abstract readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject>>;
}
