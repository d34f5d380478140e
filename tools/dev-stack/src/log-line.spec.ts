import { readLogLine } from './log-line';

const common = { time: '2026-11-20T12:00:00.000Z', program: 'public-api' };
const at = Date.parse(common.time);

function textOf(entry: object): string {
  return readLogLine(JSON.stringify({ level: 'info', ...common, ...entry }), 'stdout').text;
}

describe('readLogLine', () => {
  it('shows message and context of a structured line', () => {
    const line = JSON.stringify({ level: 'info', ...common, context: 'Main', msg: 'started' });
    expect(readLogLine(line, 'stdout')).toEqual({ text: 'started (Main)', important: false, at });
  });

  it.each(['warn', 'error', 'fatal'])('highlights a line of level %s', (level) => {
    const line = JSON.stringify({ level, ...common, msg: 'careful' });
    expect(readLogLine(line, 'stdout')).toEqual({ text: `${level}: careful`, important: true, at });
  });

  it('is never new for what a program polls', () => {
    const request = { ...common, msg: 'request', path: '/management/v1/session-ends' };
    expect(readLogLine(JSON.stringify({ level: 'info', ...request }), 'stdout').at).toBe(-Infinity);
  });

  it('shows the facts of a line', () => {
    expect(textOf({ msg: 'delivery', outcome: 'sent', attempts: 1, to: null, context: 'Delivery' })).toBe(
      'delivery outcome=sent attempts=1 to=null (Delivery)',
    );
  });

  it('shows a request in readable form', () => {
    const request = {
      requestId: 'r1',
      surface: 'public',
      method: 'GET',
      path: '/health',
      status: 200,
      durationMs: 1.5,
    };
    expect(textOf({ ...request, msg: 'request' })).toBe('GET /health 200 in 1.5 ms');
    expect(textOf({ ...request, msg: 'request aborted' })).toBe(
      'GET /health 200 in 1.5 ms (request aborted)',
    );
  });

  it('shows an error with its place and its cause', () => {
    const cause = { type: 'error', code: 'ECONNREFUSED', stack: '    at there' };
    expect(
      textOf({ msg: 'failed', err: { type: 'Error', message: 'oh', stack: '    at here', cause } }),
    ).toBe('failed\nError oh\n    at here\ncaused by error ECONNREFUSED\n    at there');
  });

  it.each(['plain words', '{ not JSON', '{"msg":"of another program"}', ''])(
    'leaves %j unchanged',
    (line) => {
      expect(readLogLine(line, 'stdout')).toEqual({ text: line, important: false, at: undefined });
      expect(readLogLine(line, 'stderr')).toEqual({ text: line, important: true, at: undefined });
    },
  );
});
