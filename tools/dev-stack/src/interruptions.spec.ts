import { EventEmitter } from 'node:events';
import { listenForInterruptions } from './interruptions';

describe('listenForInterruptions', () => {
  let time: number;
  let source: EventEmitter;
  const listen = () => listenForInterruptions(source, () => time);

  beforeEach(() => {
    time = 10_000;
    source = new EventEmitter();
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('stops on %s', (signal) => {
    const { stop, hurry } = listen();
    expect(stop.aborted).toBe(false);
    source.emit(signal);
    expect(stop.aborted).toBe(true);
    expect(hurry.aborted).toBe(false);
  });

  it('counts the forwarded copies of one Ctrl-C as one', () => {
    const { hurry } = listen();
    source.emit('SIGINT');
    time += 300;
    source.emit('SIGINT');
    source.emit('SIGTERM');
    expect(hurry.aborted).toBe(false);
  });

  it('hurries on a second signal', () => {
    const { hurry } = listen();
    source.emit('SIGINT');
    time += 1_500;
    source.emit('SIGINT');
    expect(hurry.aborted).toBe(true);
  });
});
