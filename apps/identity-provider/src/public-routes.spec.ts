import { checkPublicRoutes, publicRoutes } from './public-routes';

describe('the routes outside the controllers', () => {
  it('are those that are declared public', () => {
    expect(() => {
      checkPublicRoutes(publicRoutes);
    }).not.toThrow();
  });

  it('prevent startup when one is not declared § V6.3.4', () => {
    const served = [...publicRoutes, { method: 'GET', path: '/debug' }];
    expect(() => {
      checkPublicRoutes(served);
    }).toThrow('GET /debug declares no access');
  });

  it('prevent startup when one is declared and not served', () => {
    expect(() => {
      checkPublicRoutes(publicRoutes.slice(1));
    }).toThrow('GET /.well-known/openid-configuration is declared public and not served');
  });
});
