import { benchArguments } from './bench-arguments';

const known = ['submission', 'token'];

it('takes rows by name, and the short form', () => {
  expect(benchArguments(['token', '--smoke'], known)).toEqual({
    smoke: true,
    selfTest: false,
    names: ['token'],
  });
  expect(benchArguments([], known)).toEqual({ smoke: false, selfTest: false, names: [] });
});

it.each(['--fast', 'tokens'])('refuses %s, and says what there is', (argument) => {
  expect(() => benchArguments([argument], known)).toThrow(
    `${argument} is not known. Options: --smoke, --self-test. Rows: submission, token`,
  );
});
