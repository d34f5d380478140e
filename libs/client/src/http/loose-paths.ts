import { type RequestOptions } from './api-types';

/** The options of any call, as `openapi-fetch` gets them. */
export interface LooseOptions extends RequestOptions {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

interface LooseOperation {
  parameters: { query?: Record<string, unknown>; path?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}

/** The paths of any surface: `ApiCaller` has checked the arguments against the real ones. */
export type LoosePaths = Record<string, Record<'get' | 'post' | 'put' | 'patch' | 'delete', LooseOperation>>;
