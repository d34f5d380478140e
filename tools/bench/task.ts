import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { printingTasks, type PrintingTaskName } from './src/certificates/printing-tasks';

/**
 * Prints when it is told to: `POST /run?count=20&waiting=2` makes 20 certificates, of which two are wanted at any time, and
 * answers how long each took. A program of its own, so that what it uses can be told from what measures it.
 */
async function main(): Promise<void> {
  const { PORT, TASK, CPU_GROUP } = process.env;
  if (CPU_GROUP !== undefined) writeFileSync(CPU_GROUP, String(process.pid));
  const task = await printingTasks[TASK as PrintingTaskName]();

  async function run(count: number, waiting: number): Promise<object> {
    const eachMs: number[] = [];
    let left = count;
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        const began = performance.now();
        await task.run();
        eachMs.push(performance.now() - began);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: waiting }, worker));
    const seconds = (performance.now() - began) / 1_000;
    return { eachMs, seconds };
  }

  createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    const number = (name: string): number => Number(searchParams.get(name) ?? 1);
    const answers: Record<string, () => Promise<object>> = {
      '/run': () => run(number('count'), number('waiting')),
      '/check': () => task.check().then(() => ({})),
    };
    const answer = answers[pathname] ?? (() => Promise.resolve({}));
    answer().then(
      (body) => res.end(JSON.stringify(body)),
      (error: unknown) => res.writeHead(500).end(String(error)),
    );
  }).listen(Number(PORT));

  process.on('SIGTERM', () => {
    void task.end().finally(() => process.exit());
  });
}

void main();
