import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express } from 'express';
import { type RouteLayer } from '../allowed-methods';
import { layerNameOf, routesOf } from '../openapi/routes';

interface OpenLayer {
  readonly method: string;
  readonly layer: RouteLayer;
}

export class OpenRoutes {
  /** Methods by name, such as `GET /health/ready`. */
  private readonly methods: ReadonlyMap<string, string>;
  private found: readonly OpenLayer[] | undefined;

  constructor(private readonly app: NestExpressApplication) {
    const open = routesOf(app).filter(({ anyOrigin }) => anyOrigin);
    this.methods = new Map(open.map(({ method, path }) => [`${method} ${path}`, method]));
  }

  get isEmpty(): boolean {
    return this.methods.size === 0;
  }

  has(method: string, path: string): boolean {
    const declared = method === 'HEAD' ? 'GET' : method;
    return this.layers.some((open) => open.method === declared && open.layer.match(path));
  }

  /** The server has its routes once it listens. Few of them are open, so a request is compared with few. */
  private get layers(): readonly OpenLayer[] {
    this.found ??= this.findLayers();
    return this.found;
  }

  private findLayers(): readonly OpenLayer[] {
    const { router }: Express = this.app.getHttpAdapter().getInstance();
    return (router.stack as RouteLayer[]).flatMap((layer) => {
      const method = this.methods.get(layerNameOf(layer));
      return method === undefined ? [] : [{ method, layer }];
    });
  }
}
