import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/constants';
import {
  type ExampleObject,
  type HeadersObject,
  type ReferenceObject,
  type ResponseObject,
} from '@nestjs/swagger';
import { Problem, problemStatus } from '@governance/kernel';
import { ProblemFilter } from '../problem.filter';
import { platformErrorCodes, type Surface } from '../surface';
import { type ProblemDescription } from './define-problem';
import { componentSchema } from './component-schemas';
import { optionalHeader } from './documented-headers';
import { readMetadata, type Route } from './routes';

const codedError = componentSchema('PlatformError', {
  type: 'object',
  description: 'What was wrong.',
  required: ['error', 'error_description'],
  properties: {
    // The step-up challenge has its own body (spec 7.2), by which clients distinguish the two.
    error: {
      type: 'string',
      enum: platformErrorCodes.filter((code) => code !== 'step_up_required'),
      description: 'The error code, for programs.',
    },
    error_description: { type: 'string', minLength: 1, description: 'Human-readable text. It may change.' },
  },
});

const errorBodies: Readonly<Record<Surface['name'], ReferenceObject>> = {
  public: componentSchema('Error', {
    type: 'object',
    description: 'What was wrong.',
    required: ['error'],
    properties: {
      error: {
        type: 'string',
        minLength: 1,
        description: 'Human-readable text. It may change: use the status in programs.',
      },
    },
  }),
  platform: codedError,
  identity: codedError,
};

/**
 * The error responses of a route by status. The filter that renders the real errors also renders the examples: the filter
 * of the route, or else that of the application.
 */
export function problemResponses(
  problems: readonly ProblemDescription[],
  route: Route,
  surface: Surface,
): Record<string, ResponseObject> {
  const filters = (readMetadata(EXCEPTION_FILTERS_METADATA, route) ?? []) as readonly unknown[];
  const own = filters.find((filter) => filter instanceof ProblemFilter)?.surface ?? surface;
  const rendered = problems.map((problem) => ({ ...problem, surface: own }));
  const byStatus = Map.groupBy(rendered, ({ kind }) => problemStatus[kind]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [String(status), responseOf(group)]));
}

type RenderedProblem = ProblemDescription & { readonly surface: Surface };

function responseOf(problems: readonly RenderedProblem[]): ResponseObject {
  const bodies = new Set(problems.map(bodyOf));
  const [body] = bodies;
  return {
    description: problems.map(({ when }) => when).join(' '),
    headers: headersOf(problems),
    content: {
      'application/json': {
        schema: body && bodies.size === 1 ? body : { anyOf: [...bodies] },
        examples: Object.fromEntries(problems.flatMap(examplesOf)),
      },
    },
  };
}

function bodyOf({ surface, body }: RenderedProblem): ReferenceObject {
  return surface.name === 'public' ? errorBodies.public : (body ?? errorBodies[surface.name]);
}

/** A header that only some of the problems have is documented as optional. */
function headersOf(problems: readonly RenderedProblem[]): HeadersObject {
  const entries = problems.flatMap(({ headers = {} }) => Object.entries(headers));
  const isOnAll = (name: string): boolean => problems.every(({ headers = {} }) => name in headers);
  return Object.fromEntries(
    entries.map(([name, header]) => [name, isOnAll(name) ? header : optionalHeader(header)]),
  );
}

function examplesOf({
  kind,
  texts,
  code,
  members = {},
  surface,
}: RenderedProblem): [string, ExampleObject][] {
  return Object.keys(texts).map((text) => {
    const problem = new Problem(kind, text, { members, ...(code !== undefined && { code }) });
    return [nameOf(text), { summary: text, value: surface.renderProblem(problem) }];
  });
}

function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/-$/, '');
}
