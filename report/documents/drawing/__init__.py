"""Drawings as SVG text: `svg` writes elements, `scale` maps numbers to places, and one module for each form of drawing."""
