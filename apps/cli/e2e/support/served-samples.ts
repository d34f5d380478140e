import { type Stack } from './stack';

/** A code sample of an operation, as `/openapi.json` has it. */
export interface ServedSample {
  readonly surface: 'public' | 'platform';
  readonly operationId: string;
  readonly label: string;
  readonly source: string;
}

interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

interface ServedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Every sample that both surfaces serve. */
export async function servedSamples({ publicUrl, platformUrl }: Stack): Promise<ServedSample[]> {
  const of = async (surface: ServedSample['surface'], url: string): Promise<ServedSample[]> => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as ServedDocument;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    return operations.flatMap(({ operationId, 'x-codeSamples': samples = [] }) =>
      samples.map(({ label, source }) => ({ surface, operationId, label, source })),
    );
  };
  return [...(await of('public', publicUrl)), ...(await of('platform', platformUrl))];
}

/** The example of a complete submission in the document of the public surface. */
export async function submissionExample({ publicUrl }: Stack): Promise<object> {
  const { paths } = (await (await fetch(`${publicUrl}/openapi.json`)).json()) as {
    readonly paths: {
      readonly '/api/survey-results': {
        readonly post: {
          readonly requestBody: {
            readonly content: {
              readonly 'application/json': { readonly examples: { readonly complete: { value: object } } };
            };
          };
        };
      };
    };
  };
  return paths['/api/survey-results'].post.requestBody.content['application/json'].examples.complete.value;
}
