import { BenchLog } from '../bench-log';
import { alternate, compare, type Contender, figures } from './alternate';

const lines: string[] = [];
const stream = { isTTY: false, write: (text: string) => lines.push(text) > 0 };
const log = new BenchLog(stream);

/** Notes what it is asked, and answers `figure` each time. */
function fake(name: string, figure: number, asked: string[] = []): Contender<number> {
  return {
    name,
    warmUp: () => {
      asked.push(`warm ${name}`);
      return Promise.resolve();
    },
    slice: () => {
      asked.push(name);
      return Promise.resolve(figure);
    },
  };
}

it('lets contenders take turns, there and back, after all are warm', async () => {
  const asked: string[] = [];
  const rounds = await alternate([fake('a', 1, asked), fake('b', 2, asked)], { rounds: 3, log });
  expect(asked).toEqual(['warm a', 'warm b', 'a', 'b', 'b', 'a', 'a', 'b']);
  expect(figures(rounds, 'b', (figure) => figure * 10)).toEqual([20, 20, 20]);
  expect(() => figures(rounds, 'c', Number)).toThrow('c took no part');
});

describe('a comparison', () => {
  const comparison = {
    rounds: 2,
    log,
    control: { reference: 'a', double: 'a again' },
    figure: (slice: number) => slice,
  };
  const slicesOf = async (double: number): Promise<number> => {
    const asked: string[] = [];
    await compare([fake('a', 1, asked), fake('b', 2, asked), fake('a again', double, asked)], comparison);
    return asked.filter((what) => what === 'b').length;
  };

  it('is made once when the reference is the same as its double', async () => {
    expect(await slicesOf(1.07)).toBe(2);
    expect(await slicesOf(0.96)).toBe(2);
  });

  it('is made once more when it is not, and says so', async () => {
    expect(await slicesOf(1.09)).toBe(4);
    expect(await slicesOf(0.94)).toBe(4);
    expect(lines.join('')).toContain('once more');
  });
});
