import { type Remembered } from './state-file';

/** What operators watch, in the text format of Prometheus. It is written by hand: the bundle has no packages. */
export class WitnessMetrics {
  private readonly answers = new Map<number, number>();

  /** An answer to a submission. */
  answered(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  text(remembered: Iterable<Remembered>): string {
    const logs = [...remembered];
    const ofLog = (value: (log: Remembered) => number): readonly string[] =>
      // JSON escapes quotes and backslashes as labels need it.
      logs.map((log) => `{origin=${JSON.stringify(log.origin)}} ${value(log)}`);
    return [
      ...metric('witness_answers_total counter', answersIn(this.answers)),
      ...metric(
        'witness_cosigned_timestamp_seconds gauge',
        ofLog(({ time }) => time),
      ),
      ...metric(
        'witness_tree_size gauge',
        ofLog(({ size }) => size),
      ),
      '',
    ].join('\n');
  }
}

function answersIn(answers: ReadonlyMap<number, number>): readonly string[] {
  return [...answers].map(([status, count]) => `{status="${status}"} ${count}`);
}

function metric(nameAndType: string, samples: readonly string[]): readonly string[] {
  const [name = ''] = nameAndType.split(' ');
  return [`# TYPE ${nameAndType}`, ...samples.map((sample) => `${name}${sample}`)];
}
