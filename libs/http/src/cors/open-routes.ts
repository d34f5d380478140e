import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express } from 'express';
import { type RouteLayer } from '../allowed-methods';
import { layerNameOf, routesOf } from '../openapi/routes';

/** The routes with `@AnyOrigin()`. */
export class OpenRoutes {
  private readonly names: ReadonlySet<string>;
  private found: readonly RouteLayer[] | undefined;

  constructor(private readonly app: NestExpressApplication) {
    const open = routesOf(app).filter(({ anyOrigin }) => anyOrigin);
    this.names = new Set(open.map(({ method, path }) => `${method} ${path}`));
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  has(method: string, path: string): boolean {
    const declared = method === 'HEAD' ? 'GET' : method;
    return this.layers.some((layer) => layerNameOf(layer).startsWith(`${declared} `) && layer.match(path));
  }

  /** The server has its routes once it listens. Few of them are open, so a request is compared with few. */
  private get layers(): readonly RouteLayer[] {
    const { router }: Express = this.app.getHttpAdapter().getInstance();
    return (this.found ??= (router.stack as RouteLayer[]).filter((layer) =>
      this.names.has(layerNameOf(layer)),
    ));
  }
}
