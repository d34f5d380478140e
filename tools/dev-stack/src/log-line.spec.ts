import { readLogLine } from './log-line';

describe('readLogLine', () => {
  it('shows message and context of a structured line, without ceremony', () => {
    const line = JSON.stringify({ level: 'log', pid: 1, timestamp: 2, message: 'Started', context: 'Main' });
    expect(readLogLine(line, 'stdout')).toEqual({ text: 'Started (Main)', important: false });
  });

  it.each(['warn', 'error', 'fatal'])('lets a line of level %s stand out', (level) => {
    const line = JSON.stringify({ level, message: 'Careful', stack: 'Error: Careful\n    at here' });
    expect(readLogLine(line, 'stdout')).toEqual({
      text: `${level}: Careful\nError: Careful\n    at here`,
      important: true,
    });
  });

  it('shows the facts of a message that is not words', () => {
    const message = { outcome: 'sent', attempts: 1, to: null };
    const line = JSON.stringify({ level: 'log', message, context: 'Delivery' });
    expect(readLogLine(line, 'stdout').text).toBe('outcome=sent attempts=1 to=null (Delivery)');
  });

  it.each(['plain words', '{ not JSON', '{"message":7}', ''])('leaves %j as it is', (line) => {
    expect(readLogLine(line, 'stdout')).toEqual({ text: line, important: false });
    expect(readLogLine(line, 'stderr')).toEqual({ text: line, important: true });
  });
});
