import { Template } from './template';

describe('Template', () => {
  it('fills every place, as often as it occurs', () => {
    const template = new Template('{score} of {full}, {score}.', ['score', 'full']);
    expect(template.fill({ score: 7, full: 'ten' })).toBe('7 of ten, 7.');
  });

  it('takes values as they are, places in them too', () => {
    expect(new Template('<{title}>', ['title']).fill({ title: '{title} $& $1' })).toBe('<{title} $& $1>');
  });

  it.each(['{other}', '{score', 'score}', '{}', '{{score}}', '{ score }', '{toString}'])(
    'refuses %j, because something in it would never be filled',
    (text) => {
      expect(() => new Template(text, ['score'])).toThrow('a place that is never filled');
    },
  );
});
