import { Registry } from 'prom-client';
import { MeasuredCertificateRenderer } from './measured-certificate-renderer';
import { RenderMetrics } from './render-metrics';

describe('MeasuredCertificateRenderer', () => {
  it('measures each rendering, including failed ones', async () => {
    const registry = new Registry();
    const pdf = new Uint8Array([1]);
    const drawings = [Promise.resolve(pdf), Promise.reject(new Error('broken'))];
    const renderer = new MeasuredCertificateRenderer(
      { render: () => drawings.shift() ?? Promise.resolve(pdf) },
      new RenderMetrics(registry),
    );
    const certificate = {} as Parameters<typeof renderer.render>[0];
    expect(await renderer.render(certificate)).toBe(pdf);
    await expect(renderer.render(certificate)).rejects.toThrow('broken');
    const text = await registry.metrics();
    for (const outcome of ['done', 'failed']) {
      expect(text).toContain(`certificate_render_duration_seconds_count{outcome="${outcome}"} 1\n`);
    }
  });
});
