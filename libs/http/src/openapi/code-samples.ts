import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How to call an operation in one language, in the de-facto standard shape of `x-codeSamples`. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The languages of the samples with the endings of their files. Nx would read the imports of a `.ts` file as ours. */
export const sampleLanguages = [
  { lang: 'Shell', label: 'curl', ending: '.sh' },
  { lang: 'TypeScript', label: 'TypeScript', ending: '.ts.txt' },
  { lang: 'Python', label: 'Python', ending: '.py' },
  { lang: 'Go', label: 'Go', ending: '.go' },
] as const;

/** One folder for each surface, with the files `{operationId}{ending}`. A program has the templates beside itself. */
export const snippetFolder = join(__dirname, 'templates/snippets');

/** The samples of an operation. Only the main operations have some. */
export function codeSamplesOf(surface: string, operationId = ''): readonly CodeSample[] {
  return sampleLanguages.flatMap(({ lang, label, ending }) => {
    const file = join(snippetFolder, surface, operationId + ending);
    return existsSync(file) ? [{ lang, label, source: readFileSync(file, 'utf8') }] : [];
  });
}
