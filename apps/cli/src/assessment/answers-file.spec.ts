import { exitCode } from '../exit-code';
import { parseAnswers } from './answers-file';

describe('a file of answers', () => {
  it.each<[string, string]>([
    ['JSON', '{"one": 3, "two": 0}'],
    ['CSV', 'one,3\ntwo,0\n'],
    ['CSV with titles, quotes and Windows lines', 'question,answer\r\n"one","3"\r\n\r\n two , 0 \r\n'],
  ])('is %s', (_format, text) => {
    expect(parseAnswers(text, 'file')).toEqual({ answers: { one: 3, two: 0 } });
  });

  it('is a submission or a draft, with its mode', () => {
    const text = '{"mode": "client-on-behalf", "answers": {"one": 2}}';
    expect(parseAnswers(text, 'file')).toEqual({ answers: { one: 2 }, mode: 'client-on-behalf' });
  });

  it.each<[string, string]>([
    ['{"one": 4}', 'the answer to one is 4, not 0, 1, 2 or 3'],
    ['{"one": "3"}', 'the answer to one is "3"'],
    ['{"one": true}', 'the answer to one is true'],
    ['{"answers": {"one": 2}, "mode": "other"}', 'Unknown mode "other"'],
    ['{"one":', 'file is not JSON'],
    ['one,1\none,2', 'file answers one twice'],
    ['one,1,2', 'a line is not "question,answer"'],
    ['one,often\ntwo,1\nthree,seldom', 'the answer to three is "seldom"'],
    ['', 'file has no answers'],
    ['question,answer\n', 'file has no answers'],
  ])('is refused: %j', (text, message) => {
    expect(() => parseAnswers(text, 'file')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message) as unknown,
        code: exitCode.usage,
      }) as Error,
    );
  });
});
