import { checkDomainName } from './domain-name';

describe('the name of a domain', () => {
  it.each([
    ['acme.example', 'acme.example'],
    [' ACME.Example. ', 'acme.example'],
    ['it.acme.co.uk', 'it.acme.co.uk'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['acme.github.io', 'acme.github.io'],
  ])('of %j is %s', (text, name) => {
    expect(checkDomainName(text)).toBe(name);
  });

  it.each([
    '',
    'localhost',
    'a@acme.example',
    'acme.example/',
    '10.0.0.1',
    '0x7f.1',
    '*.acme.example',
    'a..example',
  ])('is not %j', (text) => {
    expect(() => checkDomainName(text)).toThrow('name must be a domain, such as example.org');
  });

  it.each(['co.uk', 'github.io', 'xn--p1ai', 'com.au'])('is not the public suffix %s', (text) => {
    expect(() => checkDomainName(text)).toThrow(/^name must/);
  });

  it.each([
    'gmail.com',
    'GMAIL.com',
    'outlook.com',
    'mail.gmx.de',
    'icloud.com',
    'proton.me',

    'fastmail.com',
    'ada.fastmail.com',
    'sent.at',
    'tutanota.com',
    'tuta.io',
    'posteo.de',
    'startmail.com',
    'duck.com',
    'mozmail.com',
    'simplelogin.com',
    'anonaddy.me',
    'ada.anonaddy.me',
    'privaterelay.appleid.com',
    'onmicrosoft.com',
    'acme.onmicrosoft.com',
    'mail.acme.onmicrosoft.com',
    'acme.emailsrvr.com',
  ])('is not that of the mail provider %s', (text) => {
    expect(() => checkDomainName(text)).toThrow('name must not be a domain of a mail provider');
  });

  it.each([
    'apple.com',
    'appleid.com',
    'microsoft.com',
    'duckduckgo.com',
    'acme.com.ar',
    'notonmicrosoft.com',
  ])('can be %s, which is none', (text) => {
    expect(checkDomainName(text)).toBe(text);
  });
});
