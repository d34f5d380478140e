import { type PageAssets } from '@governance/design';
import { type Express } from 'express';
import { assetsRoot } from './page-renderer';

export function routeAssets(server: Express, assets: PageAssets): void {
  server.get(`${assetsRoot}/:version/:name`, (req, res) => {
    const asset = assets.find(req.params);
    if (asset) res.set(asset.headers).send(asset.bytes);
    else res.status(404).type('text').send('there is no such asset');
  });
}
