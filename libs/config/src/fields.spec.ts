import { describeFields } from '../spec/describe-fields';
import { integerOfAtLeast, port, positiveInteger, ratio } from './number-fields';
import {
  environment,
  filePath,
  listOf,
  logLevel,
  mailFrom,
  managementToken,
  oneOf,
  singleLine,
  yesOrNo,
} from './text-fields';
import { trustProxy } from './trust-proxy-field';

describeFields({
  port: {
    field: port(),
    takes: [
      ['1', 1],
      ['3000', 3000],
      ['65535', 65_535],
    ],
    refuses: ['0', '65536', '-1', '1.5', '1e3', '0x50', ' 80', '080', '80 ', 'http', '٣'],
  },
  positiveInteger: {
    field: positiveInteger(),
    takes: [
      ['1', 1],
      ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ],
    refuses: ['0', '-5', '2.0', '1_000', '9007199254740992', 'Infinity', 'NaN'],
  },
  integerOfAtLeast: {
    field: integerOfAtLeast(30),
    takes: [
      ['30', 30],
      ['400', 400],
    ],
    refuses: ['0', '29', '030', '30.5', '3e2'],
  },
  ratio: {
    field: ratio(),
    takes: [
      ['0', 0],
      ['0.25', 0.25],
      ['1.0', 1],
    ],
    refuses: ['-0.1', '1.01', '2', '.5', '1e-3', '0,5', '25%', ' 1', 'NaN'],
  },
  managementToken: {
    field: managementToken(),
    takes: [
      '4f0c1a9be27d5836f10b4ce9a7d28350',
      '0123456789abcdef0123456789abcdeg',
      'a-token!with:punctuation/of~32+characters',
    ],
    refuses: [
      'short',
      'x'.repeat(32),
      'x'.repeat(500),
      'abcdefgh'.repeat(4),
      '0123456789abcdef'.repeat(2),
      'abcdefg'.repeat(5).slice(0, 33),
      '0123456789abcdef 0123456789abcdeg',
      '0123456789abcdef0123456789abcdé',
      '4f0c1a9be27d5836f10b4ce9a7d2835',
    ],
  },
  yesOrNo: {
    field: yesOrNo(),
    takes: ['true', 'false'].map((text) => [text, text === 'true']),
    refuses: ['1', 'yes', 'TRUE', 'toString', '__proto__'],
  },
  mailFrom: {
    field: mailFrom(),
    takes: [
      'certificates@example.com',
      'AI Governance <certificates@example.com>',
      '"Governance, Inc." <certificates@example.com>',
      'Grüße <no-reply+1@mail.example.co.uk>',
    ],
    refuses: [
      'Governance, Inc. <certificates@example.com>',
      'a@example.com, b@example.com',
      'A <a@example.com> <b@example.com>',
      'a@example.com\r\nBcc: b@example.com',
      'Governance\n <a@example.com>',
      '"Governance\r\n" <a@example.com>',
      'a@example.com\n',
      'Governance\t<a@example.com>',
      'Governance <a@example.com',
      'Governance',
      '@example.com',
      'a@',
      'a b@example.com',
      'a@exa_mple.com',
      'a@example..com',
    ],
  },
  environment: {
    field: environment(),
    takes: ['development', 'staging', 'production'],
    refuses: ['Production', 'prod', 'test', 'toString'],
  },
  logLevel: {
    field: logLevel(),
    takes: ['fatal', 'info', 'trace'],
    refuses: ['silent', 'INFO', 'log'],
  },
  oneOf: {
    field: oneOf('embedded', 'keycloak'),
    takes: ['embedded', 'keycloak'],
    refuses: ['auth0', 'embedded '],
  },
  listOf: {
    field: listOf('self.me', 'self.profile', 'iam.connections'),
    takes: [
      ['self.me', ['self.me']],
      ['iam.connections, self.me', ['self.me', 'iam.connections']],
    ],
    refuses: ['self', 'self.me,', 'self.me,self.me', 'self.me iam.connections', 'all'],
  },
  filePath: {
    field: filePath(),
    takes: ['/run/secrets/keyring.json', '.dev/keyring.json'],
    refuses: ['a\0b', 'a\nb'],
  },
  singleLine: {
    field: singleLine(),
    takes: ['a b', ' pass=word! '],
    refuses: ['a\nb', 'a\r', '\0', '\u0085'],
  },
  trustProxy: {
    field: trustProxy(),
    takes: [
      ['0', 0],
      ['2', 2],
      ['10.0.0.1', ['10.0.0.1']],
      ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
      ['192.0.2.1/32,::1/128', ['192.0.2.1/32', '::1/128']],
    ],
    refuses: [
      'true',
      '-1',
      '10',
      '1.5',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'fd00::/129',
      '10.0.0.0/',
      '10.0.0.0/08',
      '10.0.0.0/8/8',
      '10.0.0.1,',
      '10.0.0.256',
      'proxy.example.org',
    ],
  },
});
