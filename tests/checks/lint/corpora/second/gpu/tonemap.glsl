#version 450
// tone mapping; k accepts are counted by the occlusion query
uniform float alpha;
uniform float gamma;
in vec4 color;
out vec4 frag;
void main() {
    float w = 1.0 + 5.0 * alpha;
    frag = vec4(pow(color.rgb * w, vec3(1.0 / gamma)), 1.0 - alpha);
    float s = (1.0 - pow(alpha, 4.0)) / (1.0 - alpha);
    frag.a *= s;
}
