import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { performancePage } from './report/performance-page';
import { type RunReport } from './report/run-report';

const page = 'docs/performance.md';
const data = 'docs/performance.json';
const texts = 'tools/bench/src/report/texts';

/** The run that the documents tell of; undefined before the first. */
export function committedRun(): RunReport | undefined {
  try {
    return JSON.parse(readFileSync(data, 'utf8')) as RunReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes `docs/performance.md` and `docs/performance.json`. */
export async function writePerformance(run: RunReport): Promise<void> {
  const [method, bounds] = ['method', 'bounds'].map((name) => readFileSync(`${texts}/${name}.md`, 'utf8'));
  await writeFormatted(page, performancePage(run, { method: method ?? '', bounds: bounds ?? '' }));
  await writeFormatted(data, JSON.stringify(run));
}

async function writeFormatted(file: string, text: string): Promise<void> {
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
