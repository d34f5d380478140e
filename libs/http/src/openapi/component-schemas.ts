import { getSchemaPath, type OpenAPIObject, type ReferenceObject, type SchemaObject } from '@nestjs/swagger';
import { type Surface } from '../surface';

/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12; the library's type is outdated. */
export interface JsonSchema extends SchemaObject {
  readonly const?: unknown;
}

type SchemaSource = JsonSchema | ((surface: Surface) => JsonSchema);

/** Written while modules are loaded and read when a document is created, like decorator metadata. */
const sources = new Map<string, SchemaSource>();

/** A named schema that a class cannot express, or that differs by surface. Documents that refer to it contain it. */
export function componentSchema(name: string, source: SchemaSource): ReferenceObject {
  sources.set(name, source);
  return { $ref: getSchemaPath(name) };
}

/** Adds the named schemas to which the document refers, and those to which they refer. */
export function addComponentSchemas(document: OpenAPIObject, surface: Surface): void {
  const schemas = ((document.components ??= {}).schemas ??= {});
  const text = JSON.stringify(document);
  // Sorted by name, so that the order of module loading has no effect.
  const missing = [...sources]
    .filter(([name]) => !(name in schemas) && text.includes(`"${getSchemaPath(name)}"`))
    .toSorted(([one], [other]) => one.localeCompare(other));
  for (const [name, source] of missing)
    schemas[name] = typeof source === 'function' ? source(surface) : source;
  if (missing.length > 0) addComponentSchemas(document, surface);
}
