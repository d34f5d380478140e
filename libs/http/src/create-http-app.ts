import { AccessGuard } from '@governance/auth-guards';
import { ConsoleLogger, type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler } from 'express';
import { ApiVersionGuard } from './api-version.guard';
import { BodyGuard } from './body.guard';
import { DtoPipe } from './dto.pipe';
import { jsonBody } from './json-body.middleware';
import { ProblemFilter } from './problem.filter';
import { requestId } from './request-id.middleware';
import { type Surface } from './surface';

export interface HttpAppOptions {
  readonly module: Type | DynamicModule;
  readonly surface: Surface;
  /** False in tests that do not want to see the log. */
  readonly logger?: LoggerService | false;
}

/**
 * The Nest application of a surface, not yet listening. The order is the contract's: response headers first, so that
 * even a broken body has them; then path and method; then api-version, access and body; then the route.
 */
export async function createHttpApp({
  module,
  surface,
  logger,
}: HttpAppOptions): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, new ExpressAdapter(createExpress()), {
    bodyParser: false,
    // A failed start is the caller's to report.
    abortOnError: false,
    logger: logger ?? new ConsoleLogger({ json: true }),
  });
  app.use(requestId, headersOf(surface), jsonBody);
  app.useGlobalFilters(new ProblemFilter(surface));
  app.useGlobalGuards(
    ...(surface.name === 'platform' ? [new ApiVersionGuard()] : []),
    new AccessGuard(),
    new BodyGuard(),
  );
  app.useGlobalPipes(new DtoPipe(surface.unknownMembers));
  app.enableShutdownHooks();
  return app;
}

function createExpress(): Express {
  const server = express();
  server.disable('x-powered-by');
  // Responses that are worth revalidating set their own ETag.
  server.disable('etag');
  server.set('query parser', 'simple');
  return server;
}

function headersOf(surface: Surface): RequestHandler {
  const headers = Object.entries(surface.headers);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
