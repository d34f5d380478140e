import { failureOf } from './failure';

describe('failureOf', () => {
  it('names the class and the codes of an error, never its text', () => {
    const error = Object.assign(new TypeError('550 <assessor@example.com> is unknown'), {
      code: 'EENVELOPE',
      responseCode: 550,
    });
    expect(failureOf(error)).toBe('TypeError EENVELOPE 550');
  });

  it('names values that are not errors', () => {
    expect(failureOf('assessor@example.com')).toBe('unknown');
  });
});
