import { HomePageController } from './home-page.controller';

it('renders the page once, at the first request', () => {
  const render = jest.fn(() => '<!doctype html>');
  const res = {} as never;
  const controller = new HomePageController(
    { render } as never,
    { personalDataDays: 400 },
    { cookie: undefined },
  );
  expect(render).not.toHaveBeenCalled();
  expect([controller.show(res), controller.show(res)]).toEqual(['<!doctype html>', '<!doctype html>']);
  expect(render).toHaveBeenCalledTimes(1);
});
