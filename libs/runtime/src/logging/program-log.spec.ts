import { NestLog } from './nest-log';
import { createProgramLog, type LogLevel, type ProgramLog } from './program-log';

describe('the log of a program', () => {
  let lines: Record<string, unknown>[];

  beforeEach(() => {
    lines = [];
  });

  function log(level: LogLevel = 'trace'): ProgramLog {
    const write = (line: string): void => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    };
    return createProgramLog({ program: 'spec', level }, { write });
  }

  it('writes one JSON object per line: level, time, program, message § V16.2.1 V16.2.2 V16.4.1', () => {
    log().warn('careful');
    expect(lines).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        program: 'spec',
        msg: 'careful',
      },
    ]);
  });

  it('writes only lines of its level and above § V16.2.3', () => {
    const quiet = log('warn');
    quiet.info('unheard');
    quiet.error('heard');
    expect(lines.map(({ msg }) => msg)).toEqual(['heard']);
  });

  it('shows no request, response or header, even if it is given one', () => {
    log().info({
      req: { headers: { authorization: 'secret' } },
      res: 'secret',
      headers: { cookie: 'secret' },
    });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('shows errors without untrusted content', () => {
    log().error({ err: Object.assign(new Error('x'), { detail: 'secret' }) }, 'failed');
    expect(lines[0]).toMatchObject({ msg: 'failed', err: { type: 'Error', message: 'x' } });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  describe('as Nest sees it', () => {
    let nest: NestLog;
    beforeEach(() => {
      nest = new NestLog(log());
    });

    it('adds the id of the current request, and no other', async () => {
      await Promise.all(
        ['r1', 'r2'].map((id) =>
          nest.withRequestId(id, async () => {
            await new Promise(setImmediate);
            nest.log(id);
          }),
        ),
      );
      nest.log('outside');
      expect(lines.map(({ msg, requestId }) => [msg, requestId])).toEqual([
        ['r1', 'r1'],
        ['r2', 'r2'],
        ['outside', undefined],
      ]);
    });

    it('shows errors without untrusted content', () => {
      nest.error({ err: Object.assign(new Error('x'), { detail: 'secret' }) }, 'Spec');
      expect(lines[0]).toMatchObject({ err: { type: 'Error', message: 'x' } });
      expect(JSON.stringify(lines)).not.toContain('secret');
    });

    it('accepts texts, objects and errors, each with its context', () => {
      nest.log('words', 'Spec');
      nest.warn({ msg: 'delivery', attempts: 2 }, 'Spec');
      nest.error(new Error('oh'), 'Spec');
      expect(lines).toMatchObject([
        { level: 'info', context: 'Spec', msg: 'words' },
        { level: 'warn', context: 'Spec', msg: 'delivery', attempts: 2 },
        { level: 'error', context: 'Spec', err: { message: 'oh' } },
      ]);
    });

    it('takes each of its levels', () => {
      for (const level of ['verbose', 'debug', 'log', 'warn', 'error', 'fatal'] as const) nest[level]('x');
      expect(lines.map(({ level }) => level)).toEqual(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
    });

    it('drops arguments with untrusted content § V1.3.10', () => {
      nest.error('failed', { body: 'secret' }, 'Spec');
      expect(JSON.stringify(lines)).not.toContain('secret');
    });

    it.each(['InstanceLoader', '_InstanceLoader'])(
      'logs Nest’s startup messages only at a detailed level, of %s as a bundle may call it',
      (context) => {
        nest.log('AppModule dependencies initialized', context);
        expect(lines).toMatchObject([{ level: 'debug', context: 'InstanceLoader' }]);
      },
    );

    it('leaves the report of a failed start to runProgram', () => {
      nest.error(new Error('x'), 'ExceptionHandler');
      expect(lines).toEqual([]);
    });
  });
});
