import { type INestApplication } from '@nestjs/common';
import { type OpenAPIObject, type OperationObject, SwaggerModule } from '@nestjs/swagger';
import { type Surface } from '../surface';
import { addComponentSchemas } from './component-schemas';
import { closeRequest } from './close-request';
import { completeOperation } from './complete-operation';
import { accessTokenScheme, usesAccessToken } from './documented-access';
import { addSharedHeaders } from './documented-headers';
import { addSignIn } from './documented-sign-in';
import { OpenApiDescription } from './open-api-description';
import { type Route, routesOf } from './routes';
import { addSharedParameters } from './shared-parameters';

/**
 * The OpenAPI 3.1 document of an application, from the decorators of each operation and the rules of the surface.
 * Controllers with `@ApiExcludeController()` serve pages and are left out.
 */
export function describeApi(app: INestApplication, surface: Surface): OpenAPIObject {
  const description = app.get(OpenApiDescription, { strict: false });
  const frame = frameOf(description);
  const document = SwaggerModule.createDocument(app, frame, {
    autoTagControllers: false,
    operationIdFactory: (_controller, method) => method,
  });
  const operations = routesOf(app).flatMap((route) => {
    const operation = operationOf(document, route);
    if (operation) completeOperation(operation, route, surface);
    if (operation && surface.unknownMembers === 'refuse') closeRequest(document, operation);
    return operation ?? [];
  });
  if (usesAccessToken(operations)) addSecurityScheme(document);
  if (description.signIn) addSignIn(document, operations, description.signIn);
  addSharedParameters(document);
  addComponentSchemas(document, surface);
  addSharedHeaders(document);
  // In reading order.
  return { ...frame, paths: document.paths, components: document.components ?? {} };
}

/** The documented operation of a route; undefined when its controller is excluded. */
export function operationOf(
  { paths }: OpenAPIObject,
  { path, method }: Pick<Route, 'path' | 'method'>,
): OperationObject | undefined {
  const operations: Readonly<Record<string, unknown>> = { ...paths[path] };
  return operations[method.toLowerCase()] as OperationObject | undefined;
}

function addSecurityScheme(document: OpenAPIObject): void {
  const components = (document.components ??= {});
  components.securitySchemes = { accessToken: accessTokenScheme, ...components.securitySchemes };
}

function frameOf({
  title,
  description,
  version,
  server,
  tags,
  securitySchemes = {},
}: OpenApiDescription): Omit<OpenAPIObject, 'paths'> {
  return {
    openapi: '3.1.1',
    info: { title, version, description },
    servers: [{ url: server }],
    tags: [...tags],
    components: { securitySchemes: { ...securitySchemes } },
  };
}
