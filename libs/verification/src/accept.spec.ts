import { asksForJson } from './accept';

describe('asksForJson', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json, text/plain, */*',
    'application/json;q=0.5, */*;q=0.1',
    'text/html, application/json',
    'text/html;q=0.8, application/json;q=0.8',
  ])('detects a program in %p § 4.1.2a', (accept) => {
    expect(asksForJson(accept)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'text/html',
    'application/*',
    'text/html, application/json;q=0.9',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0',
    'application/json;q=x',
    'application/json;q=0.5, text/*;q=0.6',
    'application/jsonp',
  ])('detects a browser in %p § 4.1.2a', (accept) => {
    expect(asksForJson(accept)).toBe(false);
  });
});
