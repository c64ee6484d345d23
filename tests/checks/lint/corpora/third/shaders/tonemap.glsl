#version 330 core
// Tone mapping and blending, nothing of language models.
in vec2 uv;
out vec4 frag;
uniform float gamma;  // 2.2
uniform float alpha;
uniform int layers;
uniform sampler2D tex;

void main() {
    vec3 c = texture(tex, uv).rgb;
    c = pow(c, vec3(1.0 / gamma));
    float a = (1.0 - pow(alpha, float(layers))) / (1.0 - alpha);
    float gain = 1.0 + gamma * alpha;
    float fog = 1.0 - exp(-alpha * gl_FragCoord.z);
    c = mix(c, vec3(0.5), alpha * fog);
    frag = vec4(c * gain / (1.0 + float(layers) * alpha), a);
}
