import { benchArguments } from './bench-arguments';

const known = ['submission', 'token'];

it('takes rows by name, and the short form', () => {
  expect(benchArguments(['token', '--smoke'], known)).toEqual({
    smoke: true,
    names: ['token'],
  });
  expect(benchArguments([], known)).toEqual({ smoke: false, names: [] });
});

it.each(['--fast', 'tokens'])('refuses %s, and says what there is', (argument) => {
  expect(() => benchArguments([argument], known)).toThrow(
    `${argument} is not known. Option: --smoke. Rows: submission, token`,
  );
});
