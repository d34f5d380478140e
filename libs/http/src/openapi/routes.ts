import { type Access, accessKey, kindKey, operationKey } from '@governance/auth-guards';
import { type Gate, type Operation } from '@governance/iam';
import { type INestApplicationContext, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express } from 'express';
import { type RouteLayer } from '../allowed-methods';
import { anyOriginKey } from '../cors/any-origin.decorator';
import { responseTypeKey } from '../serialize-as.decorator';

type Handler = (...args: never) => unknown;

/** A route as its controller declares it. */
export interface Route {
  /** `GET` */
  readonly method: string;
  /** As OpenAPI writes it: `/api/survey-results/{id}/verify`. */
  readonly path: string;
  readonly controller: Type;
  readonly handler: Handler;
  /** Who may call it; undefined for a route without a declaration, which is closed. */
  readonly access: Access | undefined;
  /** The name of its write, by which organizations gate it (spec 5.3.1). */
  readonly operation: Operation | undefined;
  /** The gate of those of its calls that only the body or the target tells apart. */
  readonly kind?: Gate | undefined;
  /** Whether pages of any origin may read its responses. */
  readonly anyOrigin: boolean;
  /** The class whose exposed members a response contains (`@SerializeAs`). */
  readonly responseType: Type | undefined;
}

/** Every route of the application's controllers, in matching order. */
export function routesOf(app: INestApplicationContext): Route[] {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) =>
    typeof metatype === 'function' ? routesOfController(metatype as Type) : [],
  );
}

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Readonly<Record<string, Handler>>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
    if (handler === undefined || method === undefined) return [];
    const path = [controller, handler].map((target) => Reflect.getMetadata(PATH_METADATA, target) as string);
    const access = readMetadata(accessKey, { controller, handler }) as Access | undefined;
    const operation = readMetadata(operationKey, { controller, handler }) as Operation | undefined;
    const kind = readMetadata(kindKey, { controller, handler }) as Gate | undefined;
    const anyOrigin = readMetadata(anyOriginKey, { controller, handler }) === true;
    const responseType = readMetadata(responseTypeKey, { controller, handler }) as Type | undefined;
    return [
      {
        method: RequestMethod[method],
        path: pathOf(path),
        controller,
        handler,
        access,
        operation,
        kind,
        anyOrigin,
        responseType,
      },
    ];
  });
}

/** The metadata of a decorator on a handler, or else on its controller. */
export function readMetadata(
  key: string,
  { handler, controller }: Pick<Route, 'handler' | 'controller'>,
): unknown {
  return Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);
}

function pathOf(parts: readonly string[]): string {
  const path = parts.join('/').replaceAll(/\/+/g, '/').replace(/^\/?/, '/');
  return (path.replace(/\/$/, '') || '/').replaceAll(/:(\w+)/g, '{$1}');
}

/** The name of a layer with one handler, such as `GET /health/ready`; empty for a layer that is not a route. */
export function layerNameOf({ route }: Pick<RouteLayer, 'route'>): string {
  const [handler] = route?.stack ?? [];
  return route && handler ? `${handler.method.toUpperCase()} ${pathOf([route.path])}` : '';
}

/** Every method and path that the application's server answers, including routes outside controllers. The application must be initialized. */
export function servedRoutes(app: NestExpressApplication): Pick<Route, 'method' | 'path'>[] {
  const { router }: Express = app.getHttpAdapter().getInstance();
  return router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).map(({ method }) => ({
      method: method.toUpperCase(),
      path: pathOf([route?.path ?? '']),
    })),
  );
}
