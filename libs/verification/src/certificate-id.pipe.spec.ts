import { CertificateIdPipe } from './certificate-id.pipe';

describe('CertificateIdPipe', () => {
  const pipe = new CertificateIdPipe();

  it('accepts a UUID in either case and returns it in lower case', () => {
    expect(pipe.transform('3F1C5A0E-7D2B-4C7E-9A51-2B8C6D4E0F19')).toBe(
      '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
    );
  });

  it.each([
    '',
    '1',
    '3f1c5a0e7d2b4c7e9a512b8c6d4e0f19',
    '{3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19}',
    '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19\n',
    '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f1g',
  ])('refuses %p and gives the reason', (value) => {
    expect(() => pipe.transform(value)).toThrow('id must be a UUID');
  });
});
