import { Template } from './template';

describe('Template', () => {
  it('fills every occurrence of a placeholder', () => {
    const template = new Template('{score} of {full}, {score}.', ['score', 'full']);
    expect(template.fill({ score: 7, full: 'ten' })).toBe('7 of ten, 7.');
  });

  it('inserts values unchanged, including placeholders in them', () => {
    expect(new Template('<{title}>', ['title']).fill({ title: '{title} $& $1' })).toBe('<{title} $& $1>');
  });

  it.each(['{other}', '{score', 'score}', '{}', '{{score}}', '{ score }', '{toString}'])(
    'refuses %j, which has a placeholder that is never filled',
    (text) => {
      expect(() => new Template(text, ['score'])).toThrow('a place that is never filled');
    },
  );
});
