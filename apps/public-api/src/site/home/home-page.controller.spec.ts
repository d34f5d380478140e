import { HomePageController } from './home-page.controller';

it('renders the page once, at the first request', () => {
  const render = jest.fn(() => '<!doctype html>');
  const controller = new HomePageController({ render } as never, { personalDataDays: 400 });
  expect(render).not.toHaveBeenCalled();
  expect([controller.show(), controller.show()]).toEqual(['<!doctype html>', '<!doctype html>']);
  expect(render).toHaveBeenCalledTimes(1);
});
