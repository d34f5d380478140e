import { EventEmitter } from 'node:events';
import { createProgramLog } from './logging/program-log';
import { stopOnSignal } from './stop-on-signal';

describe('stopOnSignal', () => {
  let signals: EventEmitter;
  let said: string[];
  let closed: number;
  let exited: Promise<number>;

  function run(close: () => Promise<void>, deadlineMs = 60_000): void {
    signals = new EventEmitter();
    said = [];
    closed = 0;
    const write = (line: string): void => void said.push((JSON.parse(line) as { msg: string }).msg);
    const log = createProgramLog({ program: 'spec', level: 'info' }, { write });
    const { promise, resolve } = Promise.withResolvers<number>();
    exited = promise;
    const program = {
      close: () => {
        closed += 1;
        return close();
      },
    };
    stopOnSignal(program, { log, exit: resolve, signals, deadlineMs });
  }

  it.each(['SIGTERM', 'SIGINT'])('ends in order at %s and exits with 0', async (signal) => {
    run(() => Promise.resolve());
    signals.emit(signal);
    expect(await exited).toBe(0);
    expect(said).toEqual(['stopping', 'stopped']);
  });

  it('stops once, however often it is told', async () => {
    run(() => new Promise(setImmediate));
    signals.emit('SIGTERM');
    signals.emit('SIGINT');
    signals.emit('SIGTERM');
    await exited;
    expect(closed).toBe(1);
  });

  it('exits with 1 and says so when it is late', async () => {
    run(() => new Promise(() => undefined), 1);
    signals.emit('SIGTERM');
    expect(await exited).toBe(1);
    expect(said).toEqual(['stopping', 'shutdown timed out; work in progress is dropped']);
  });

  it('exits with 1 and says so when closing fails', async () => {
    run(() => Promise.reject(new Error('x')));
    signals.emit('SIGTERM');
    expect(await exited).toBe(1);
    expect(said.at(-1)).toBe('graceful shutdown failed');
  });
});
