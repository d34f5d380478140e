import { AccessGuard } from '@governance/auth-guards';
import { type TrustProxy } from '@governance/config';
import { type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { ApiVersionGuard } from './api-version.guard';
import { RefusedWrites } from './audit/refused-writes';
import { BodyGuard } from './body.guard';
import { readForwardedAddresses } from './client-bucket';
import { checkRoutes } from './check-routes';
import { crossOrigin } from './cors/cross-origin';
import { OpenRoutes } from './cors/open-routes';
import { DtoPipe } from './dto.pipe';
import { jsonBody } from './json-body.middleware';
import {
  NestLog,
  createProgramLog,
  type ProgramLog,
  HttpMetrics,
  ProgramModule,
  requestContext,
  type TimeLimits,
} from '@governance/runtime';
import { observeRequests } from './observe-requests.middleware';
import { reportFirstRequest } from './report-first-request';
import { reportOverload } from './report-overload';
import { NoStoreGuard } from './no-store.guard';
import { connectOpenApiDocument } from './openapi/open-api-document';
import { routesOf } from './openapi/routes';
import { UnknownPages } from './pages/unknown-pages';
import { ProblemFilter } from './problem.filter';
import { requestId } from './request-id.middleware';
import { HttpServerAdapter } from './server/http-server.adapter';
import { RequestLimit } from './server/request-limit';
import { type Surface } from './surface';

export interface HttpAppOptions {
  readonly module: Type | DynamicModule;
  readonly surface: Surface;
  /** The program's log; false to disable it in tests. */
  readonly logger: ProgramLog | false;
  /** The proxies whose `X-Forwarded-For` is trusted; none if absent. */
  readonly trustProxy?: TrustProxy;
  /** Time limits for clients. Specs use shorter ones. */
  readonly timeLimits?: TimeLimits;
  /** The origins whose pages may call the surface; none if absent. */
  readonly corsOrigins?: readonly string[];
  /** How many requests the process works on at once; more are refused. Unlimited if absent. */
  readonly maxConcurrentRequests?: number;
  /** Whether only programs of ours can send this request: their trace goes on. By default none. */
  readonly isOurs?: (req: Request) => boolean;
}

/** The guard of the routes, the pages for unknown paths, and the recorder of refused writes if the program has an audit trail. */
const surfaceProviders = [AccessGuard, RefusedWrites, UnknownPages];

/**
 * Creates the Nest application of a surface; it does not listen yet. The specification defines the order: response headers
 * first, so that the refusal of a broken body has them too; then path and method; then api-version, access and body; then
 * the route. A request is observed as soon as it has an id, so that an endless upload is logged too.
 */
export async function createHttpApp({
  module,
  surface,
  logger,
  trustProxy = 0,
  timeLimits,
  corsOrigins = [],
  maxConcurrentRequests: limit,
  isOurs = () => false,
}: HttpAppOptions): Promise<NestExpressApplication> {
  const log = logger || createProgramLog({ program: surface.name, level: 'silent' });
  const nestLog = new NestLog(log);
  const adapter = new HttpServerAdapter(createExpress(trustProxy), surface, timeLimits);
  const app = await NestFactory.create<NestExpressApplication>(
    ProgramModule.around(module, surfaceProviders),
    adapter,
    {
      bodyParser: false,
      // The caller reports a failed start.
      abortOnError: false,
      logger: nestLog,
    },
  );
  const metrics = app.get(HttpMetrics);
  reportFirstRequest(app.getHttpServer(), { log, trustProxy });
  adapter.onMalformedRequest = (report) => {
    metrics.malformedRequest(report.status);
    log.info({ surface: surface.name, ...report }, 'malformed request');
  };
  if (limit !== undefined) {
    const onRefused = reportOverload({ log, metrics, surface });
    adapter.requestLimit = new RequestLimit({ limit, surface, onRefused });
  }
  app.use(requestId, observeRequests({ log, nestLog, metrics, surface, isOurs }), headersOf(surface));
  admitOrigins(app, corsOrigins);
  app.use(refuseFlawed, jsonBody(surface));
  app.useGlobalFilters(new ProblemFilter(surface, app.get(RefusedWrites), app.get(UnknownPages)));
  app.useGlobalGuards(
    new NoStoreGuard(),
    ...(surface.name === 'platform' ? [new ApiVersionGuard()] : []),
    app.get(AccessGuard),
    new BodyGuard(),
  );
  app.useGlobalPipes(new DtoPipe(surface.unknownMembers));
  checkRoutes(routesOf(app), app.get(AccessGuard));
  connectOpenApiDocument(app, surface);
  return app;
}

/** Serves the surface on a second port, with the same limits. A route finds the port in `req.socket.localPort`. */
export async function listenAlso(app: NestExpressApplication, port: number): Promise<void> {
  const adapter: unknown = app.getHttpAdapter();
  if (!(adapter instanceof HttpServerAdapter)) throw new Error('created by createHttpApp only');
  await adapter.listenAlso(port);
}

/** Before any refusal, so that a page can read the refusal too. */
function admitOrigins(app: NestExpressApplication, origins: readonly string[]): void {
  const open = new OpenRoutes(app);
  if (origins.length > 0 || !open.isEmpty) app.enableCors(crossOrigin(origins, open));
}

function createExpress(trustProxy: TrustProxy): Express {
  const server = express();
  server.disable('x-powered-by');
  // Responses that support revalidation set their own ETag.
  server.disable('etag');
  server.set('query parser', 'simple');
  // A proxy that blocks a path must thereby block every spelling of its route.
  server.enable('case sensitive routing');
  server.set('trust proxy', trustProxy);
  server.use(readForwardedAddresses);
  return server;
}

const refuseFlawed: RequestHandler = (req, res, next) => {
  const { flaw } = requestContext(req);
  // Further input on this connection cannot be trusted either.
  if (flaw) res.setHeader('connection', 'close');
  next(flaw);
};

function headersOf(surface: Surface): RequestHandler {
  const headers = Object.entries(surface.headers);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
