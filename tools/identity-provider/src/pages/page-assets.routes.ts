import { type Express } from 'express';
import { type PageAssets } from './page-assets';
import { assetsRoot } from './page-renderer';

/**
 * While a release is rolled out a page of the new processes may ask an old one for its stylesheet: another version is
 * answered with what there is, and not kept.
 */
export function routeAssets(server: Express, assets: PageAssets): void {
  server.get(`${assetsRoot}/:version/:name`, (req, res) => {
    const asset = assets.find(req.params.name);
    if (!asset) {
      res.status(404).type('text').send('there is no such asset');
      return;
    }
    const current = req.params.version === assets.version;
    res
      .set({
        'content-type': asset.contentType,
        'cache-control': current ? 'public, max-age=31536000, immutable' : 'no-store',
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(asset.bytes);
  });
}
