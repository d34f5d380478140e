import { getSchemaPath, type OpenAPIObject, type ReferenceObject, type SchemaObject } from '@nestjs/swagger';
import { type Surface } from '../surface';

/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12; the library's type is behind. */
export interface JsonSchema extends SchemaObject {
  readonly const?: unknown;
}

type SchemaSource = JsonSchema | ((surface: Surface) => JsonSchema);

/** Like the metadata of decorators: written while modules are loaded, read when a document is made. */
const sources = new Map<string, SchemaSource>();

/** A named schema that no class can express, or that differs by surface. Documents that refer to it contain it. */
export function componentSchema(name: string, source: SchemaSource): ReferenceObject {
  sources.set(name, source);
  return { $ref: getSchemaPath(name) };
}

/** Adds the named schemas to which the document refers, and those to which they refer. */
export function addComponentSchemas(document: OpenAPIObject, surface: Surface): void {
  const schemas = ((document.components ??= {}).schemas ??= {});
  const text = JSON.stringify(document);
  // By name: the order in which modules happen to be loaded decides nothing.
  const missing = [...sources]
    .filter(([name]) => !(name in schemas) && text.includes(`"${getSchemaPath(name)}"`))
    .toSorted(([one], [other]) => one.localeCompare(other));
  for (const [name, source] of missing)
    schemas[name] = typeof source === 'function' ? source(surface) : source;
  if (missing.length > 0) addComponentSchemas(document, surface);
}
