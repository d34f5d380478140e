import { type SecuritySchemeObject, type TagObject } from '@nestjs/swagger';

/** What a document says about its surface as a whole. */
export abstract class OpenApiDescription {
  abstract readonly title: string;
  /** Markdown. */
  abstract readonly description: string;
  /** The version of the description, not of the program. */
  abstract readonly version: string;
  /** Where the surface is, as the outside sees it, without a slash at the end; `/`: where the document is. */
  abstract readonly server: string;
  abstract readonly tags: readonly TagObject[];
  abstract readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject>>;
}
